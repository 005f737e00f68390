import { distance } from 'fastest-levenshtein';
import { variablesOf } from './config.decorators.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Kubernetes names the address of a service `strongroom` like settings of ours. */
const SERVICE_ADDRESS = /^tcp:\/\//;

/** Sentences about names of the environment that are almost a setting of ours. Values are not repeated: they may be secrets. */
export function misspelledSettings(config: object, env: Environment): readonly string[] {
  const known = variablesOf(config);
  const ours = new Set(known.flatMap((name) => [name, `${name}_FILE`]));
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || ours.has(name) || SERVICE_ADDRESS.test(value)) return [];
    const meant = nearestSetting(name, known);
    return meant === null ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

/** Whatever its case and signs, also where a file is named; null where nothing is near. */
function nearestSetting(name: string, known: readonly string[]): string | null {
  const ofFile = /^(.+)_(?:FILES?|FIL|FLIE)$/i.exec(name);
  if (ofFile) {
    const setting = known.includes(ofFile[1]!) ? ofFile[1]! : nearestOf(ofFile[1]!, known);
    return setting === null ? null : `${setting}_FILE`;
  }
  return nearestOf(name, known);
}

function nearestOf(name: string, known: readonly string[]): string | null {
  const plain = [plainOf(name), plainOf(name).replace(/^STRONGROOM/, '')];
  const [best] = known
    .map((setting) => {
      const letters = Math.min(...plain.map((each) => distance(each, plainOf(setting))));
      return { setting, letters };
    })
    .filter(({ setting, letters }) => letters <= lettersOff(setting) || isSlipOf(name, setting))
    .sort((one, other) => one.letters - other.letters);
  return best?.setting ?? null;
}

const plainOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** How many letters may be wrong: near short names there are those of other programs (POST, HOSTS). */
const lettersOff = ({ length }: string): number => (length > 8 ? 2 : length > 4 ? 1 : 0);

/** Whether the last letter was typed twice, as in PORTT, or two neighbours change places, as in PROT. */
const isSlipOf = (name: string, setting: string): boolean =>
  name === setting + setting.at(-1) ||
  Array.from(setting).some((letter, i) => {
    const [before, next, after] = [setting.slice(0, i), setting[i + 1] ?? '', setting.slice(i + 2)];
    return name === before + next + letter + after && name !== setting;
  });
