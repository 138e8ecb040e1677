# The light door of exeunt, into zsh: the .zshenv of a folder that ZDOTDIR names. It puts
# the person's own ZDOTDIR back and hands over to the start file there.
# EXEUNT_OFF=1 turns it off, and `exeunt uninstall` takes it out.
@OWN@
[[ ! -r ${ZDOTDIR-$HOME}/.zshenv ]] || . "${ZDOTDIR-$HOME}/.zshenv"
