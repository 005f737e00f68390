import type { Child } from './child.js';
import type { MachineSpeed } from './machine-speed.js';
import type { Row } from './report.js';
import type { OwnScene } from './scene.js';
import type { Sizes } from './sizes.js';

/** What a section of the table measures with. */
export interface Bench {
  readonly sizes: Sizes;
  readonly databaseUrl: string;
  /** Settings of a server on that database. */
  readonly env: Readonly<Record<string, string>>;
  readonly server: Child;
  readonly floor: Child;
  readonly scene: OwnScene;
  /** Measured when a section first asks, once in a run. */
  readonly machineSpeed: () => Promise<MachineSpeed>;
  /** Where the server's main file lies. */
  readonly main: string;
}

/** Some rows of the table. */
export type Section = (bench: Bench) => Promise<Row[]>;
