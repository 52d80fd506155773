/** The addresses in package.json, all of which follow from that of the repository. */
import type { Manifest } from './manifest.ts';

type Addresses = Pick<Manifest, 'repository' | 'homepage' | 'bugs' | 'badges'>;

/** What package.json says of a repository. @throws Error when its address is not one on GitHub. */
export function addressesOf(repository: string): Addresses {
  if (!/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(repository) || repository.endsWith('.git'))
    throw new Error(
      `"${repository}" is not of the form https://github.com/OWNER/NAME (the workflows and forms are for GitHub).`,
    );
  const workflow = `${repository}/actions/workflows/ci.yml`;
  return {
    repository: { type: 'git', url: repository },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    // vsce takes SVG badges from few hosts, and of GitHub's only those of workflows.
    badges: [{ url: `${workflow}/badge.svg`, href: workflow, description: 'Continuous integration' }],
  };
}
