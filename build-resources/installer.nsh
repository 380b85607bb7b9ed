; Offers Patchbay for HTTP archives under "Open with". The file associations of electron-builder would make it the owner
; of .har and, once it is uninstalled, leave the extension without one.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Patchbay.Har" "" "HTTP Archive"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Patchbay.Har\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Patchbay.Har\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.har\OpenWithProgids" "Patchbay.Har" ""
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.har\OpenWithProgids" "Patchbay.Har"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Patchbay.Har"
!macroend
