/** The addresses in package.json that follow from the repository's. */
import type { Manifest } from './manifest.ts';

type Addresses = Pick<Manifest, 'repository' | 'homepage' | 'bugs' | 'badges'>;

/** @throws Error if it is not on GitHub. */
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
