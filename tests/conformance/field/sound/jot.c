/* BSD manners: getopt, short options alone, usage on stderr and EX_USAGE. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

static void usage(void) {
    fprintf(stderr, "usage: jot [-n count] [-s step]\n");
    exit(EX_USAGE);
}

int main(int argc, char **argv) {
    int option, count = 3, step = 1;
    while ((option = getopt(argc, argv, "n:s:")) != -1) {
        switch (option) {
        case 'n': count = atoi(optarg); break;
        case 's': step = atoi(optarg); break;
        default: usage();
        }
    }
    if (optind < argc) usage();
    for (int i = 0; i < count; i++) printf("%d\n", i * step);
    return 0;
}
