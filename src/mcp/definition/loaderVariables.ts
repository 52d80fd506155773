/** Variables by which an environment decides what code a program runs, or where programs are looked for. */

const loaders = [
  /^LD_/,
  /^DYLD_/,
  /^GCONV_PATH$/,
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
  /^NODE_(?:OPTIONS|PATH|COMPILE_CACHE|REPL_EXTERNAL_MODULE)$/,
  /^NPM_CONFIG_/,
  /^(?:YARN|PNPM|BUN|DENO|COREPACK|VOLTA)_/,
  /^ELECTRON_RUN_AS_NODE$/,
  /^PYTHON/,
  /^(?:PIP|UV|POETRY|PIPX)_/,
  /^PERL5?(?:OPT|LIB|DB)$/,
  /^PERL5DB$/,
  /^RUBY(?:OPT|LIB|SHELL)$/,
  /^GEM_(?:HOME|PATH)$/,
  /^BUNDLE_/,
  /^(?:_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|CLASSPATH|JAVA_HOME)$/,
  /^(?:MAVEN|GRADLE)_OPTS$/,
  /^(?:DOTNET|CORECLR|COR|COMPLUS)_/,
  /^(?:PHPRC|PHP_INI_SCAN_DIR)$/,
  /^LUA_(?:INIT|PATH|CPATH)/,
  /^(?:R_PROFILE|R_ENVIRON)/,
  /^JULIA_/,
  /^(?:GO(?:FLAGS|PROXY|ROOT|TOOLCHAIN)|RUSTC|RUSTC_WRAPPER|CARGO)/,
  /^GIT_/,
  /^(?:SSH_ASKPASS|SUDO_ASKPASS)$/,
  /^(?:PAGER|EDITOR|VISUAL|BROWSER|MANPAGER|LESSOPEN|LESSCLOSE)$/,
  /^DOCKER_(?:HOST|CONFIG|CONTEXT)$/,
  /^(?:HTTPS?|ALL|FTP|NO)_PROXY$/,
  /^(?:SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/,
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_CONFIG_HOME|XDG_CONFIG_DIRS|XDG_DATA_HOME|XDG_DATA_DIRS)$/,
];

/** In any case: npm reads its own in lower case, Windows ignores case. */
export function isLoaderVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return loaders.some((pattern) => pattern.test(upper));
}
