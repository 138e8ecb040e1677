// The flag package as it comes: help on stderr, exit 0; errors exit 2.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
)

func main() {
	version := flag.Bool("version", false, "print the version and exit")
	limit := flag.Int("n", 10, "print at most `count` lines")
	flag.Parse()
	if *version {
		fmt.Println("lines 1.2.0")
		return
	}
	in := bufio.NewScanner(os.Stdin)
	for i := 0; i < *limit && in.Scan(); i++ {
		if _, err := fmt.Println(in.Text()); err != nil {
			fmt.Fprintln(os.Stderr, "lines:", err)
			os.Exit(1)
		}
	}
}
