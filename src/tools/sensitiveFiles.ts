/** Recognises files whose names suggest secrets. A call that reads one, or a command that names one, asks each time. */
import type { SensitiveKind } from '../protocol/index.ts';
import { comparableNames, compileGlob, type PathMatcher } from './files/pathPatterns.ts';

/** Globs. `{sep}` separates the parts of a name, `{data}` is an ending of data. */
interface Patterns {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Names that are shared on purpose although they match. */
  readonly shared: RegExp;
}

/** An example that is committed on purpose: `.env.example`. */
const example = /[.\-_](?:example|sample|template|dist)(?:\.\w+)?$/u;

/** Patterns by kind. They are wide, because a false alarm costs only one question. */
const patterns: Readonly<Record<Exclude<SensitiveKind, 'ignored' | 'setting' | 'content'>, Patterns>> = {
  environment: {
    files: [
      '.env',
      '.env{sep}*',
      '*.env',
      '.envrc',
      '.envrc{sep}*',
      '.dev.vars',
      '.dev.vars{sep}*',
      '.flaskenv',
      'env.{local,prod,production,staging,development}',
      '{http-client,http-client.private,rest-client}.env.json',
      '*.postman_environment.json',
    ],
    folders: [],
    shared: example,
  },
  key: {
    files: [
      '*.{pem,key,p8,p12,pfx,pkcs12,jks,jceks,keystore,bks,ppk,keytab,ovpn,snk,mobileprovision}',
      '*.{kdb,kdbx,gpg,pgp,age,agekey,keychain,keychain-db,psafe3,1pif}',
      'id_{rsa,dsa,ecdsa,ed25519,xmss,ecdsa_sk,ed25519_sk}',
      'id_{rsa,dsa,ecdsa,ed25519,xmss}{sep}*',
      'id_{github,gitlab,bitbucket,deploy}',
      '{deploy,github,gitlab,host,server,ssh,secret,signing}{sep}key',
      '{key,keys,*{sep}keys}.txt',
      '{wg*,wireguard,wpa_supplicant}.conf',
      '*.nmconnection',
      'ssh_host_*_key',
      'secring.*',
      '{private{sep}key,privatekey,private_key}',
      '{private{sep}key,privatekey,master{sep}key}.{data}',
      '*{sep}{private{sep}key,privatekey}.{data}',
    ],
    folders: ['.ssh', '.gnupg', '.password-store'],
    shared: /\.pub$/u,
  },
  credentials: {
    files: [
      '.{npmrc,yarnrc,yarnrc.yml,pypirc,terraformrc,dockercfg,s3cfg,boto,pgpass,my.cnf,mylogin.cnf}',
      '.{netrc,htpasswd,htdigest,git-credentials,authinfo,msmtprc,databrickscfg,vault-token,vault_pass}',
      '.{passwd,smbcredentials,fetchmailrc,mbsyncrc,claude.json,credentials.json,vault{sep}password}',
      '.{secret,secrets,token,tokens,password,passwords,apikey,api{sep}key,secret{sep}key}',
      '.{gh,github,gitlab,oauth,access,api,auth,npm,slack}{sep}token',
      '.{sentryclirc,modal.toml,vault{sep}pass*,mcp.json,pgadmin4.db,odbc.ini,tailscale}',
      '{vault,vault{sep}pass,vault{sep}password,ansible{sep}vault}.{yml,yaml,txt}',
      '_netrc',
      '.{bash,zsh,sh,ksh,python,psql,mysql,sqlite,node_repl,irb,pry,rediscli,mongo,dbshell,scala}_history',
      '.{history,histfile,viminfo,lesshst,mongorc.js,dbshell}',
      '{consolehost_history.txt,bash_history,zsh_history,fish_history}',
      '{terraform.rc,credentials.tfrc.json,pgpass.conf,htpasswd,wp-config.php,.dockerconfigjson}',
      '{kubeconfig,kubeconfig{sep}*,*{sep}kubeconfig}',
      // These settings of programs and agents hold passwords and tokens.
      '{mcp.json,mcp{sep}config.json,mcp{sep}settings.json,cline_mcp_settings.json,claude_desktop_config.json}',
      '{sftp.json,sftp-config.json,ftp-sync.json,.ftpconfig,.ftppass,.remote-sync.json,filezilla.xml,sitemanager.xml}',
      '{local.settings.json,settings.local.json,appsettings.*.json,secrets.*.json,nuget.config,auth.json,oauth.json}',
      'application{sep}{prod,production,live,secret,secrets}*.{yml,yaml,properties}',
      '{database.yml,database.yaml,parameters.yml,parameters.yaml,config.inc.php,localsettings.php}',
      '{secrets.h,credentials.h,arduino{sep}secrets.h,wifi{sep}credentials.h}',
      '{keystore.properties,signing.properties,key.properties}',
      '{*firebase{sep}adminsdk*.json,application{sep}default{sep}credentials.json,googleservice-info.plist}',
      '{credentials,credential,secrets,secret,creds}',
      '{credentials,credential,secrets,secret,creds,passwords,password,passwd,token}.{data}',
      '{credentials,credential,secrets,secret}{sep}*.{data}',
      '*{sep}{credentials,credential,secrets,secret,creds,passwords,password,passwd,token}.{data}',
      // A file `tokens.json` is not here, because it has colours and sizes.
      '{*{sep},}tokens.{txt,csv,enc,db}',
      '{*{sep},}{api,access,auth,license,encryption,signing,deploy,refresh}{sep}{key,keys,token,tokens}.{data}',
      '{*{sep},}{apikey,apikeys,accesskey,accesskeys,accesstoken,authtoken,rootkey}.{data}',
      '*.{secret,secrets,creds,credentials}',
      '{recovery,backup,2fa}{sep}codes*',
      '{mnemonic,mnemonics,seed{sep}phrase,seed{sep}words,totp,2fa}.{data}',
      // These are words of other languages, without accents.
      '{passworter,passwort,kennworter,contrasenas,contrasena,senhas,mots{sep}de{sep}passe,mdp}.{data}',
      '{passwords,passworter}.md',
      '{lastpass,bitwarden,1password,keepass,logins}{,{sep}*}.{csv,json,xml,txt}',
      '{rclone.conf,my.cnf,kaggle.json,ngrok.yml,tomcat-users.xml,connectionstrings.config,connections.toml}',
      '{oauth{sep}tokens,oauth{sep}creds}.json',
      '{cloudflare.ini,webservers.xml,token,secret{sep}key}',
      '*service{sep}account*.json',
      '*serviceaccount*.json',
      'client{sep}secret*.json',
      '*.{tfstate,tfvars,publishsettings,rdp,rdg}',
      '*.{tfstate,tfvars}.*',
      '{logins.json,key3.db,key4.db,signons.sqlite,formhistory.sqlite,login data,web data,shadow,gshadow,wallet.dat}',
      '{cookies,{*{sep},}cookies.{sqlite,txt,json},storagestate.json,storage{sep}state.json}',
    ],
    folders: [
      '.{aws,azure,kube,gcloud,oci,aliyun,terraform.d,fly,bluemix}',
      '.docker/config.json',
      '.config/{gcloud,gh,glab-cli,hub,op,rclone,doctl,configstore,composer/auth.json,pip,github-copilot}',
      '.cargo/{credentials,credentials.toml}',
      '.m2/{settings.xml,settings-security.xml}',
      '.gradle/gradle.properties',
      '.composer/auth.json',
      '.gem/credentials',
      '.bundle/config',
      '.git/config',
      '.{codex,gemini,qwen}/{config.toml,settings.json,oauth_creds.json}',
      '{run,etc,var}/secrets',
      'proc/**/environ',
      'secrets/*{sep}{password,passwd,token,key}',
      '.{secrets,auth,huggingface/token,cloudflared,ngrok2,dbt/profiles.yml,snowsql/config}',
      'huggingface/token',
      '.{continue/config.json,continue/config.yaml,codeium/config.json,circleci/cli.yml}',
      '.{gitlab-runner/config.toml,wrangler/config/default.toml,supabase/access-token,netlify/config.json}',
      '.config/{anthropic,openai,hcloud,linode-cli,ngrok,sops,.wrangler}',
      'secrets/*.{data}',
      '{.mozilla/firefox,firefox/profiles,.thunderbird,thunderbird/profiles}',
      '{google-chrome,google/chrome,chromium,microsoft-edge,microsoft/edge,bravesoftware/brave-browser}/{default,profile *,user data}',
    ],
    shared: example,
  },
};

/** Endings of data. Code that is called `secrets.ts` is ordinary. */
const DATA =
  '{json,json5,jsonc,yaml,yml,toml,ini,xml,csv,txt,properties,cfg,conf,config,enc,env,db,php,plist}';

const compiled = Object.entries(patterns).map(([kind, { files, folders, shared }]) => ({
  kind: kind as keyof typeof patterns,
  isFile: compile(files),
  isInFolder: compile(folders),
  shared,
}));

/** Covers what each of them covers: two expressions rule nearly every file out, and a search asks for each. */
const isAnyFile = compile(Object.values(patterns).flatMap(({ files }) => files));
const isInAnyFolder = compile(Object.values(patterns).flatMap(({ folders }) => folders));

/** Compiles globs into one expression, because a search checks thousands of files. */
function compile(globs: readonly string[]): PathMatcher {
  if (globs.length === 0) return () => false;
  return compileGlob(`{${globs.join(',')}}`.replaceAll('{sep}', '{.,-,_}').replaceAll('{data}', DATA));
}

/** Marks of copies: `.env~`, `.env.bak`, `#.env#`. */
const copyMark =
  /(?:~|#| copy| \(\d+\)|\.(?:bak|backup|old|orig|save|sav|tmp|temp|copy|swp|swo|\d{1,14}))$|^(?:#|\.(?=[.#]))/u;

/**
 * Classifies a path. Callers must ask about both the given path and its real target. `globs` are the user's, which only
 * add to the others.
 */
export function classifySensitive(path: string, globs: readonly string[] = []): SensitiveKind | undefined {
  const names = comparableNames(path);
  if (globs.length > 0 && matchersOf(globs).some((matches) => matches(names))) return 'setting';
  const candidates = originals(names.at(-1) ?? '');
  if (!isInAnyFolder(names) && !candidates.some((name) => isAnyFile([name]))) return undefined;
  const found = compiled.find(
    ({ isFile, isInFolder, shared }) =>
      isInFolder(names) || candidates.some((name) => !shared.test(name) && isFile([name])),
  );
  return found?.kind;
}

/** Matchers by the array of globs, which is the same object until the setting changes: a search asks for each file. */
const compiledGlobs = new WeakMap<readonly string[], readonly PathMatcher[]>();

function matchersOf(globs: readonly string[]): readonly PathMatcher[] {
  const known = compiledGlobs.get(globs);
  if (known) return known;
  const matchers = globs.map(compileGlob);
  compiledGlobs.set(globs, matchers);
  return matchers;
}

function originals(name: string): readonly string[] {
  const names = [name];
  for (let last = name; ;) {
    const next = last.replace(copyMark, '');
    if (next === last) return names;
    names.push(next);
    last = next;
  }
}
