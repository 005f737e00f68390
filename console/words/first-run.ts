/** Words of the card of a server without a project. */
export const firstRunWords = {
  title: 'A first project',
  text: 'A project holds secrets by environment: dev, staging and prod to begin with. You will be its administrator.',
  name: 'Name of the project',
  nameHelp: 'Such as the application that reads the secrets. You can change it later.',
  create: 'Create the project',
  created: (name: string) => `${name} is there.`,
  next: 'Whoever invited you can also add you to a project of theirs: it appears here by itself.',
} as const;
