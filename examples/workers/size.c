/* A worker in C: cc -o size examples/workers/size.c && autobva find worker:./size
 *
 * Its argument is an i64, so that every value is a string of digits that strtoll reads; requests are one line each, and
 * what stands between the quotes are the values. The answers go to a copy of standard output, and what the target
 * prints goes to standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int size(long long n, char *text, size_t room) {
    if (n < 0) return snprintf(text, room, "negative size"), 0;
    if (n < 1000) return snprintf(text, room, "%lld B", n), 1;
    if (n < 1000000) return snprintf(text, room, "%lld kB", n / 1000), 1;
    return snprintf(text, room, "%lld MB", n / 1000000), 1;
}

int main(void) {
    FILE *answers = fdopen(dup(1), "w");
    dup2(2, 1);
    char *line = NULL, text[64];
    size_t room = 0;
    if (getline(&line, &room, stdin) < 0) return 1; /* the greeting */
    fputs("{\"autobva\":1,\"name\":\"size\",\"args\":[{\"name\":\"n\",\"type\":\"i64\"}]}\n", answers);
    fflush(answers);
    while (getline(&line, &room, stdin) > 0) {
        long long id = strtoll(strstr(line, "\"id\":") + 5, NULL, 10);
        char *value = strstr(line, "\"calls\":") + 8;
        fprintf(answers, "{\"id\":%lld,\"outcomes\":[", id);
        for (int calls = 0; (value = strchr(value, '"')) != NULL; calls++) {
            int is_valid = size(strtoll(value + 1, NULL, 10), text, sizeof text);
            fprintf(answers, "%s[\"%s\",\"%s\",\"%s\"]", calls ? "," : "", is_valid ? "valid" : "error",
                    is_valid ? "string" : "EINVAL", text); /* The texts need no escapes. */
            value = strchr(value + 1, '"') + 1;
        }
        fputs("]}\n", answers);
        fflush(answers);
    }
    return 0;
}
