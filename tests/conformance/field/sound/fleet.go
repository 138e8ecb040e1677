// Cobra's manners without Cobra: its texts, its exit 1 for a wrong call.
package main

import (
	"fmt"
	"os"
)

const help = `Manage a fleet of machines

Usage:
  fleet [command]

Available Commands:
  completion  Generate the autocompletion script for the specified shell
  help        Help about any command
  status      Show what every machine does

Flags:
  -h, --help      help for fleet
  -v, --version   version for fleet

Use "fleet [command] --help" for more information about a command.
`

func main() {
	args := os.Args[1:]
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		if _, err := fmt.Print(help); err != nil {
			os.Exit(1)
		}
		return
	}
	switch args[0] {
	case "-v", "--version":
		if _, err := fmt.Println("fleet version 0.9.3"); err != nil {
			os.Exit(1)
		}
	case "status":
		fmt.Println("3 machines, all idle")
	default:
		kind := "command"
		if args[0] != "" && args[0][0] == '-' {
			fmt.Fprintf(os.Stderr, "Error: unknown flag: %s\n", clean(args[0]))
		} else {
			fmt.Fprintf(os.Stderr, "Error: unknown %s %q for \"fleet\"\n", kind, args[0])
		}
		fmt.Fprintln(os.Stderr, "Run 'fleet --help' for usage.")
		os.Exit(1)
	}
}

func clean(text string) string {
	quoted := fmt.Sprintf("%q", text)
	return quoted[1 : len(quoted)-1]
}
