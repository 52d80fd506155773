/**
 * File name extensions by what a permission to write covers (decision 014). A new language needs a word in
 * `sourceEndings`.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Sources, texts and tables that nothing runs before somebody asks for it. They are covered, even if new. */
export const sourceEndings = words(`
  ts tsx mts cts js jsx mjs cjs coffee litcoffee ls flow res resi elm purs imba civet
  vue svelte astro marko riot ejs hbs handlebars mustache pug jade haml slim liquid njk nunjucks twig jinja jinja2 j2
  erb rhtml phtml ftl jsp jspx tag gsp cshtml vbhtml razor aspx ascx asax heex eex leex tmpl gotmpl gohtml mjml
  css scss sass less styl stylus pcss postcss
  py pyi pyx pxd pxi rpy rb rbi rbs erl hrl ex exs gleam
  c h cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp ixx cppm m mm cu cuh cl glsl vert frag geom comp tesc tese hlsl fx
  metal wgsl shader cginc usf ush ispc s asm nasm
  go rs zig java kt scala groovy clj cljs cljc cs fs fsi vb dart swift d di nim cr v sv svh vhd vhdl odin hx
  hs lhs ml mli mll mly re rei idr agda lean lagda fut sml sig
  php inc php3 php4 php5 pl pm t pod raku rakumod lua luau moon fnl tl r jl f f77 f90 f95 f03 f08 for pas pp dpr lpr
  ada adb ads cob cbl cpy abap prg 4gl sas do ado stan bugs wl pony vala vapi gd gdshader sol vy move cairo clar
  tcl el lisp lsp scm ss rkt sps janet prolog plt lp pddl apl dyalog q k forth fth factor io rego
  sql psql plsql pls pks pkb ddl dml hql cql cypher graphql gql proto thrift fbs capnp avdl smithy asn asn1 g4 peg lark
  ebnf bnf y yy l ll lex
  md mdx markdown rmd qmd rst txt text adoc asciidoc org textile creole mediawiki wiki rdoc typ tex ltx sty cls bib
  bst po pot srt vtt fountain log stderr stdout expected golden dic aff diff patch feature story gherkin puml plantuml mmd mermaid dot gv d2
  csv tsv psv jsonl ndjson geojson topojson snap ics bed fasta fa fastq gff gtf gcode ledger
`);

/** Formats of data that also configure programs. They are covered if the file exists among sources or data. */
export const formatEndings = words(`
  json jsonc json5 hjson webmanifest yaml yml toml xml xsd xsl xslt wsdl rng dtd plist ini cfg conf cnf properties hcl
  tfvars edn kdl ron cue dhall jsonnet libsonnet pkl nix resx resw xlf xliff arb strings stringsdict storyboard xib
  xaml axaml fxml ui qml qss qrc opml rss atom
`);

/** Files that programs run when they open or discover them. They are covered if the file exists. */
export const openedEndings = words('html htm xhtml shtml svg tf bicep prisma vim');

/** Programs, libraries, shell scripts, and files that a system runs on a double click. They are never covered. */
export const executableEndings = words(`
  sh bash zsh fish ksh csh tcsh dash ash elv nu xsh bat cmd ps1 psm1 psd1 ps1xml pssc psrc cdxml command tool terminal
  workflow action applescript scpt scptd osascript jxa vbs vbe jse wsf wsh wsc sct ws hta scr pif com exe msi msp mst
  msix appx appinstaller cpl dll ocx sys drv efi reg inf job gadget msc application appref-ms chm hlp lnk url library-ms
  search-ms settingcontent-ms theme themepack scf desktop service timer socket mount
  so dylib bundle node a lib o ko wasm wat jar war ear aar class dex apk ipa app appimage run bin out elf deb rpm pkg
  dmg flatpak flatpakref crx xpi vsix whl egg gem nupkg pyc pyo pyd pyz pyw pex rbc beam luac csx fsx fsscript kts sc
  awk sed ahk au3 exp expect gdb lldb stp bpf jnlp mobileconfig webloc inetloc fileloc docm xlsm pptm dotm xlam xll iqy
  slk crontab cron nims
`);

/** Names without an extension of texts about a project. They are covered if the file exists. */
export const plainTexts = words(`
  readme license licence unlicense copying copyright notice patents authors contributors maintainers credits thanks
  changelog changes history news todo
`);

/** Languages whose files tools load as configuration. The others are compiled, and have few names for it. */
export const loadedEndings = words(`
  ts mts cts tsx js mjs cjs jsx coffee litcoffee ls py rb php pl pm lua r jl ex exs el tcl groovy
`);
