import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOORS, WEIGHINGS } from './doors.js';
import { routesOf } from './live-routes.js';
import { useApp } from '../support/harness.js';
import { COMMANDS } from '../privilege-model/steps.js';

const server = useApp();

const ROOT = join(import.meta.dirname, '..', '..');
const table = Object.entries(DOORS);
const called = new Set(COMMANDS.flatMap(({ routes }) => routes));

describe('The table of writing routes', () => {
  it('has every route of the application that is no GET, and no other', () => {
    const writing = routesOf(server).filter((route) => !route.startsWith('GET '));
    expect(Object.keys(DOORS).sort()).toEqual(writing);
  });

  it('says what each weighs, or why it weighs nothing', () => {
    const unclear = table.filter(([, { weighs, because }]) => (weighs.length === 0) !== !!because);
    expect(unclear.map(([route]) => route)).toEqual([]);
  });

  it('has a route for every weighing', () => {
    const used = new Set(table.flatMap(([, { weighs }]) => weighs));
    expect([...used].sort()).toEqual(Object.keys(WEIGHINGS).sort());
  });
});

describe('The property test of privileges', () => {
  it('goes through every route that weighs something, or a spec that is named does', () => {
    const untried = table.filter(
      ([route, { weighs, specs = [] }]) =>
        weighs.length > 0 && !called.has(route) && !specs.some((spec) => names(spec, route)),
    );
    expect(untried.map(([route]) => route)).toEqual([]);
  });

  it('calls only routes of the table', () => {
    expect([...called].filter((route) => !Object.hasOwn(DOORS, route))).toEqual([]);
  });
});

/** Whether the spec is there and speaks of the route: of the texts between its parameters, in this order. */
function names(spec: string, route: string): boolean {
  const file = join(ROOT, spec);
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const [, path = ''] = route.split(' ');
  const parts = path.split(/:\w+/).filter((part) => part !== '/' && part !== '');
  let from = 0;
  return parts.every((part) => {
    const found = text.indexOf(part.replace(/^\/api/, '').replace(/\/$/, ''), from);
    from = found;
    return found >= 0;
  });
}
