/**
 * The variables of VS Code that pages may use (VS Code 1.139, `registerColor` in its source). Colours that an extension
 * contributes are not among them, such as `gitDecoration.*` of Git: a page that opens before that extension lacks them.
 */

/** Defined in every page and every theme. */
export const always: ReadonlySet<string> = named(`
  badge-background badge-foreground
  button-background button-foreground button-hoverBackground button-secondaryForeground
  charts-blue charts-green charts-purple charts-red charts-yellow
  checkbox-background checkbox-border checkbox-foreground
  descriptionForeground disabledForeground
  editor-background editor-font-family editor-foreground editor-selectionBackground
  editorError-foreground editorInfo-foreground editorWarning-foreground
  editorWidget-background editorWidget-border editorWidget-foreground
  focusBorder font-family font-size font-weight foreground icon-foreground
  input-background input-foreground input-placeholderForeground
  inputOption-activeBackground inputOption-activeForeground
  list-hoverBackground progressBar-background
  textBlockQuote-border textCodeBlock-background
  textLink-activeForeground textLink-foreground textPreformat-foreground
`);

/** Defined in every page, but only if the theme has high contrast. */
export const highContrast: ReadonlySet<string> = named('contrastActiveBorder contrastBorder');

/** A theme may lack them, or a product that is made of VS Code. */
export const sometimes: ReadonlySet<string> = named(`
  button-border button-secondaryBackground button-secondaryHoverBackground
  chat-requestBubbleBackground
  debugTokenExpression-boolean debugTokenExpression-number debugTokenExpression-string
  diffEditor-insertedTextBackground diffEditor-removedTextBackground
  editor-findMatchBackground editor-findMatchHighlightBackground editor-selectionForeground
  editorSuggestWidget-background editorSuggestWidget-border editorSuggestWidget-foreground
  editorSuggestWidget-selectedBackground editorSuggestWidget-selectedForeground
  input-border
  keybindingLabel-background keybindingLabel-border keybindingLabel-bottomBorder keybindingLabel-foreground
  list-activeSelectionBackground list-activeSelectionForeground
  list-inactiveSelectionBackground list-inactiveSelectionForeground
  panelTitle-activeBorder panelTitle-activeForeground panelTitle-inactiveForeground
  sideBar-background
  symbolIcon-methodForeground symbolIcon-variableForeground
  terminal-ansiBlack terminal-ansiBlue terminal-ansiBrightBlack terminal-ansiBrightBlue terminal-ansiBrightCyan
  terminal-ansiBrightGreen terminal-ansiBrightMagenta terminal-ansiBrightRed terminal-ansiBrightWhite
  terminal-ansiBrightYellow terminal-ansiCyan terminal-ansiGreen terminal-ansiMagenta terminal-ansiRed
  terminal-ansiWhite terminal-ansiYellow
  terminal-background testing-iconPassed
  textBlockQuote-background textPreformat-background
  toolbar-hoverBackground widget-border widget-shadow
`);

function named(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}
