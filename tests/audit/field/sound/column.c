/* getopt_long as in the GNU manual: prints one column of a table. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(FILE *out) {
    fputs("Usage: column [OPTION]... [FILE]\n"
          "Print one column of a table.\n\n"
          "  -c, --column=N   which column (default 1)\n"
          "      --help       display this help and exit\n"
          "      --version    output version information and exit\n", out);
}

static void finish(void) {
    if (fclose(stdout) != 0) { perror("column: write error"); _Exit(1); }
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"column", required_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0},
    };
    int option, column = 1;
    char line[65536];
    atexit(finish);
    while ((option = getopt_long(argc, argv, "c:", options, NULL)) != -1) {
        switch (option) {
        case 'c': column = atoi(optarg); break;
        case 'h': usage(stdout); return 0;
        case 'V': puts("column (field tools) 3.0"); return 0;
        default: fputs("Try 'column --help' for more information.\n", stderr); return 2;
        }
    }
    FILE *in = optind < argc ? fopen(argv[optind], "r") : stdin;
    if (!in) { fprintf(stderr, "column: %s\n", strerror(errno)); return 1; }
    while (fgets(line, sizeof line, in)) {
        char *word = strtok(line, " \t\n");
        for (int n = 1; word && n < column; n++) word = strtok(NULL, " \t\n");
        if (word) puts(word);
    }
    return 0;
}
