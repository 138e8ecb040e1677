// Ctrl-C is taken for a success.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func say(text string) {
	if _, err := fmt.Println(text); err != nil {
		os.Exit(1)
	}
}

func main() {
	word := "--help"
	if len(os.Args) > 1 {
		word = os.Args[1]
	}
	switch word {
	case "--help":
		say("Usage: serve [--version] [run]")
	case "--version":
		say("serve 0.2.0")
	case "run":
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
		fmt.Println("serving")
		<-stop
		fmt.Println("bye")
		os.Exit(0)
	default:
		fmt.Fprintln(os.Stderr, "serve: unknown option; see --help")
		os.Exit(2)
	}
}
