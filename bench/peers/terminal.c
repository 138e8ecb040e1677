/* Words → a command at a terminal, with as little around it as C allows.
 *
 *     terminal rate WORDS...      read all that it writes; print seconds and bytes
 *     terminal often N WORDS...   N times; print the seconds of each
 *     terminal answer WORDS...    answer each "? " that it writes by y and a newline
 */
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static size_t run(char **words, int answers) {
    static char data[65536];
    size_t total = 0;
    ssize_t count;
    int master, status;
    struct winsize size = {24, 80, 0, 0};
    pid_t child = forkpty(&master, NULL, NULL, &size);
    if (child < 0) {
        exit(1);
    }
    if (child == 0) {
        execvp(words[0], words);
        _exit(127);
    }
    while ((count = read(master, data, sizeof data)) > 0) {
        total += count;
        if (answers && count >= 2 && !memcmp(data + count - 2, "? ", 2)) {
            if (write(master, "y\n", 2) != 2) {
                exit(1);
            }
        }
    }
    close(master);
    if (waitpid(child, &status, 0) != child || status != 0) {
        exit(1);
    }
    return total;
}

int main(int count, char **words) {
    double start;
    int often = count > 3 && !strcmp(words[1], "often");
    if (count < 3) {
        return 2;
    }
    for (int left = often ? atoi(words[2]) : 1; left > 0; left--) {
        start = now();
        size_t total = run(words + (often ? 3 : 2), !strcmp(words[1], "answer"));
        printf("%.9f %zu\n", now() - start, total);
    }
    return 0;
}
