/** Files whose names suggest secrets. A call that reads one asks each time. */
import type { SensitiveKind } from '../protocol/index.ts';
import { comparableNames, compileGlob, type PathMatcher } from './files/pathPatterns.ts';

/** Globs; `{sep}` separates the parts of a name, `{data}` is an ending of data. */
interface Patterns {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Shared on purpose although the name fits. */
  readonly shared: RegExp;
}

/** A committed example: `.env.example`. */
const example = /[.\-_](?:example|sample|template|dist)(?:\.\w+)?$/u;

/** A false alarm costs one question. */
const patterns: Readonly<Record<Exclude<SensitiveKind, 'ignored' | 'setting'>, Patterns>> = {
  environment: {
    files: ['.env', '.env{sep}*', '*.env', '.envrc', '.envrc{sep}*'],
    folders: [],
    shared: example,
  },
  key: {
    files: [
      '*.{pem,key,p8,p12,pfx,pkcs12,jks,jceks,keystore,bks,ppk,keytab,ovpn}',
      '*.{kdb,kdbx,gpg,pgp,age,keychain,keychain-db}',
      'id_{rsa,dsa,ecdsa,ed25519,xmss}',
      'id_{rsa,dsa,ecdsa,ed25519,xmss}{sep}*',
      'ssh_host_*_key',
      'secring.*',
    ],
    folders: ['.ssh', '.gnupg', '.password-store'],
    shared: /\.pub$/u,
  },
  credentials: {
    files: [
      '.{npmrc,yarnrc,yarnrc.yml,pypirc,terraformrc,dockercfg,s3cfg,boto,pgpass,my.cnf,mylogin.cnf}',
      '.{netrc,htpasswd,htdigest,git-credentials,authinfo,msmtprc,databrickscfg,vault-token,vault_pass}',
      '_netrc',
      '.{bash,zsh,sh,python,psql,mysql,sqlite,node_repl,irb,rediscli}_history',
      '{terraform.rc,credentials.tfrc.json,pgpass.conf,htpasswd,kubeconfig,wp-config.php,.dockerconfigjson}',
      '{credentials,credential,secrets,secret}',
      '{credentials,credential,secrets,secret}.{data}',
      '{credentials,credential,secrets,secret}{sep}*.{data}',
      '*{sep}{credentials,credential,secrets,secret}.{data}',
      '*service{sep}account*.json',
      '*serviceaccount*.json',
      'client{sep}secret*.json',
      '*.{tfstate,tfvars,publishsettings}',
      '*.{tfstate,tfvars}.*',
      '{logins.json,key3.db,key4.db,cookies.sqlite,login data,shadow,gshadow}',
    ],
    folders: [
      '.{aws,azure,kube,gcloud,oci,aliyun,terraform.d}',
      '.docker/config.json',
      '.config/{gcloud,gh,glab-cli,hub,op,rclone,doctl,configstore}',
      '.cargo/{credentials,credentials.toml}',
      '.m2/{settings.xml,settings-security.xml}',
      '.composer/auth.json',
      '.gem/credentials',
      '.bundle/config',
      '.git/config',
    ],
    shared: example,
  },
};

/** Code that is called `secrets.ts` is ordinary. */
const DATA =
  '{json,json5,jsonc,yaml,yml,toml,ini,xml,csv,txt,properties,cfg,conf,config,enc,env,db,php,plist}';

const compiled = Object.entries(patterns).map(([kind, { files, folders, shared }]) => ({
  kind: kind as keyof typeof patterns,
  files: files.map(compile),
  folders: folders.map(compile),
  shared,
}));

function compile(glob: string): PathMatcher {
  return compileGlob(glob.replaceAll('{sep}', '{.,-,_}').replaceAll('{data}', DATA));
}

/** Copies: `.env~`, `.env.bak`, `#.env#`. */
const copyMark =
  /(?:~|#| copy| \(\d+\)|\.(?:bak|backup|old|orig|save|sav|tmp|temp|copy|swp|swo|\d{1,14}))$|^(?:#|\.(?=[.#]))/u;

/** To be asked of the path as given and of its real target. `globs` are the user's, which only add. */
export function classifySensitive(path: string, globs: readonly string[] = []): SensitiveKind | undefined {
  const names = comparableNames(path);
  if (globs.some((glob) => compileGlob(glob)(names))) return 'setting';
  const candidates = originals(names.at(-1) ?? '');
  const found = compiled.find(
    ({ files, folders, shared }) =>
      folders.some((matches) => matches(names)) ||
      candidates.some((name) => !shared.test(name) && files.some((matches) => matches([name]))),
  );
  return found?.kind;
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
