/** Variables by which an environment decides what code a program runs, or where programs are looked for. */

const loaders = [
  /^LD_/,
  /^DYLD_/,
  /^(?:GCONV_PATH|GLIBC_TUNABLES|LOCPATH|NLSPATH|HOSTALIASES)$/,
  /^OPENSSL_(?:CONF|MODULES|ENGINES)$/,
  /^SSLKEYLOGFILE$/,
  /^PATH$/,
  /^PATHEXT$/,
  /^COMSPEC$/,
  /^BASH_ENV$/,
  /^BASH_FUNC_/,
  /^ENV$/,
  /^ZDOTDIR$/,
  /^PROMPT_COMMAND$/,
  /^PS4$/,
  /^IFS$/,
  /^SHELL(?:OPTS)?$/,
  /^NODE_(?:OPTIONS|PATH|COMPILE_CACHE|REPL_EXTERNAL_MODULE|ICU_DATA|V8_COVERAGE)$/,
  /^(?:TS_NODE|TSX|JITI)_/,
  /^NPM_CONFIG_/,
  /^(?:YARN|PNPM|BUN|DENO|COREPACK|VOLTA)_/,
  /^ELECTRON_RUN_AS_NODE$/,
  /^PYTHON/,
  /^__PYVENV_LAUNCHER__$/,
  /^(?:PIP|UV|POETRY|PIPX)_/,
  /^PERL5?(?:OPT|LIB|DB|SHELL)$/,
  /^RUBY(?:OPT|LIB|SHELL)$/,
  /^GEM_(?:HOME|PATH)$/,
  /^BUNDLE_/,
  /^(?:_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|CLASSPATH|JAVA_HOME)$/,
  /^(?:MAVEN|GRADLE)_OPTS$/,
  /^(?:DOTNET|CORECLR|COR|COMPLUS)_/,
  /^(?:PHPRC|PHP_INI_SCAN_DIR)$/,
  /^LUA_(?:INIT|PATH|CPATH)/,
  /^(?:GUILE|ERL|ELIXIR|MIX|MONO)_/,
  /^(?:TCLLIBPATH|PSMODULEPATH|CAML_LD_LIBRARY_PATH|OCAMLRUNPARAM|R_LIBS)/,
  /^(?:GTK_MODULES|GTK_PATH|GIO_MODULE_DIR|GIO_EXTRA_MODULES|QT_PLUGIN_PATH)$/,
  /^(?:R_PROFILE|R_ENVIRON)/,
  /^JULIA_/,
  /^(?:GO(?:FLAGS|PROXY|ROOT|TOOLCHAIN)|RUSTC|RUSTC_WRAPPER|CARGO)/,
  /^GIT_/,
  /^(?:SSH_ASKPASS|SUDO_ASKPASS)$/,
  /^(?:PAGER|EDITOR|VISUAL|BROWSER|MANPAGER|LESSOPEN|LESSCLOSE)$/,
  /^DOCKER_(?:HOST|CONFIG|CONTEXT)$/,
  /^(?:KUBECONFIG|AWS_CONFIG_FILE)$/,
  /^(?:SYSTEMROOT|WINDIR)$/,
  /^(?:HTTPS?|ALL|FTP|NO)_PROXY$/,
  /^(?:SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/,
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_CONFIG_HOME|XDG_CONFIG_DIRS|XDG_DATA_HOME|XDG_DATA_DIRS)$/,
];

/**
 * Variables that tell managers of versions, environments and packages where to find the program that runs under an
 * allowed name.
 */
const managers =
  /^(?:(?:PY|RB|NOD|GO|PL|J)ENV_|(?:ASDF|MISE|RTX|NVM|FNM|CONDA|RUSTUP|MSBUILD|HATCH|PDM|RYE|PIXI|NIX|GUIX)_|(?:VIRTUAL_ENV|GO(?:PATH|BIN|ENV)|NODE|RUBY|MSBUILDSDKSPATH|NUGET_PACKAGES|GRADLE_USER_HOME|M2_HOME|SHLIB_PATH|_RLD_LIST|BASHOPTS|FPATH|CDPATH)$)/;

/** Names that look like those of loader variables, for programs that nobody has listed. */
const lookalike =
  /(?:^|_)(?:OPTIONS|OPTS|[A-Z]*FLAGS|PRELOAD|INIT|STARTUP|HOOKS?|PLUGINS?|EXTENSIONS?|LOADERS?|WRAPPER|LAUNCHER|SHELL|INTERPRETER|COMMAND|CMD|EXEC|EXECUTABLE|BINARY|BIN|ARGS|RC|RCFILE|PROFILER?|CONF|CONFIG|CONFIG_(?:FILE|PATH|DIR|HOME)|REGISTRY|INDEX_URL|[A-Z]*EXEC_?PATH|(?:EXECUTABLE|BROWSERS?|CHROME|CHROMIUM|NODEJS|LAYER|DRIVERS?)_PATH|(?:LIBRARY|LIB|MODULES?|PLUGINS?|LOAD|INCLUDE|CLASS)_?(?:PATH|DIR))$/;

/**
 * Returns true if a variable may decide what code is run, also by the look of its name, because lists of loaders are
 * never complete. A policy that allows programs by name refuses such variables.
 */
export function mayDecideCode(name: string): boolean {
  const upper = name.toUpperCase();
  // Variables of proxies are excepted: a proxy alone cannot change what goes over TLS.
  return (
    !/^(?:HTTPS?|ALL|FTP|NO)_PROXY$/.test(upper) &&
    (isLoaderVariable(upper) || managers.test(upper) || lookalike.test(upper))
  );
}

/** Compares names without regard to case, because npm reads its own in lower case and Windows ignores case. */
export function isLoaderVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return loaders.some((pattern) => pattern.test(upper));
}
