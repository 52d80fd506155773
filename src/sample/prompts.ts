interface Prompt {
  readonly listed: { readonly name: string; readonly title: string; readonly description: string };
  readonly text: string;
}

export const prompts: readonly Prompt[] = [
  {
    listed: {
      name: 'tour',
      title: 'Show me around',
      description: 'Has the model look at the open project and explain it to somebody new.',
    },
    text:
      'Show me around this project. First get its facts and its open TODO comments with the tools of the sample ' +
      'server, then explain in a few sentences what it seems to be, how large it is, and where you would start.',
  },
];

export function promptNamed(name: unknown): Prompt | undefined {
  return prompts.find(({ listed }) => listed.name === name);
}
