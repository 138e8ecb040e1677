// Errors are red, also in a log file, also with NO_COLOR.
package main

import (
	"fmt"
	"os"
)

func main() {
	word := "--help"
	if len(os.Args) > 1 {
		word = os.Args[1]
	}
	text := ""
	switch word {
	case "--help":
		text = "Usage: pump [--version]\n"
	case "--version":
		text = "pump 0.2.0\n"
	default:
		fmt.Fprintln(os.Stderr, "\x1b[1;31merror:\x1b[0m unknown option; see --help")
		os.Exit(2)
	}
	if _, err := fmt.Print(text); err != nil {
		os.Exit(1)
	}
}
