/* Without arguments it prints a gigabyte. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static char block[1 << 20];
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: dump [--version]") < 0 || fflush(stdout);
    if (argc > 1 && !strcmp(argv[1], "--version")) return puts("dump 1.0") < 0 || fflush(stdout);
    if (argc > 1) { fputs("dump: unknown option\n", stderr); return 2; }
    memset(block, 'x', sizeof block);
    block[sizeof block - 1] = '\n';
    for (int i = 0; i < 1024; i++)
        if (fwrite(block, 1, sizeof block, stdout) != sizeof block) return 1;
    return 0;
}
