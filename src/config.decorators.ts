import { BlockList, isIP } from 'node:net';
import {
  IsBoolean,
  IsIn,
  IsOptional,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { isNeverOpened } from './outgoing/address-policy.js';

/** How the text of one variable becomes the value of a property. What does not fit is left to the validation. */
interface Setting {
  readonly property: string;
  readonly variable: string;
  readonly parse: (text: string) => unknown;
}

/** Settings of each class, and its properties that are groups of settings. */
const settings = new Map<object, Setting[]>();
const groups = new Map<object, string[]>();

const keep = (text: string): unknown => text;
const split = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Every message names the variable and never its value, which may be a secret. */
function setting(
  variable: string,
  what: string,
  parse: (text: string) => unknown,
  rules: (options: ValidationOptions) => readonly PropertyDecorator[],
): PropertyDecorator {
  return (target, property) => {
    settings.set(target, [
      ...(settings.get(target) ?? []),
      { property: String(property), variable, parse },
    ]);
    IsOptional()(target, property);
    for (const rule of rules({ message: `${variable} ${what}` })) rule(target, property);
  };
}

const test = (isRight: (value: unknown) => boolean) => (options: ValidationOptions) => [
  ValidateBy({ name: 'isSetting', validator: { validate: isRight } }, options),
];

/** A property whose class has settings of its own. */
export function SettingGroup(): PropertyDecorator {
  return (target, property) => {
    groups.set(target, [...(groups.get(target) ?? []), String(property)]);
    ValidateNested()(target, property);
  };
}

/** `unit`: how many of what the property counts in one of the variable. `words`: texts that stand for a number. */
export function Integer(
  variable: string,
  min: number,
  max: number,
  { unit = 1, words = {} }: { unit?: number; words?: Readonly<Record<string, number>> } = {},
): PropertyDecorator {
  const others = Object.keys(words).map((word) => `, or ${word}`);
  return setting(
    variable,
    `should be a whole number from ${min} to ${max}${others.join('')}`,
    (text) => words[text] ?? (/^\d{1,16}$/.test(text) ? Number(text) * unit : NaN),
    (options) => [Min(min * unit, options), Max(max * unit, options)],
  );
}

export const TextSetting = (variable: string) => setting(variable, '', keep, () => []);

export const ChoiceSetting = (variable: string, allowed: readonly string[]) =>
  setting(variable, `should be one of ${allowed.join(', ')}`, keep, (options) => [
    IsIn(allowed, options),
  ]);

export const Switch = (variable: string) =>
  setting(
    variable,
    'should be one of on, off',
    (text) => (text === 'on' ? true : text === 'off' ? false : text),
    (options) => [IsBoolean(options)],
  );

export const SecretSetting = (variable: string, minLength: number) =>
  setting(variable, `should have at least ${minLength} characters`, keep, (options) => [
    MinLength(minLength, options),
  ]);

export const Secrets = (variable: string, minLength: number) =>
  setting(
    variable,
    `should be keys of at least ${minLength} characters, split by commas`,
    split,
    (options) => [MinLength(minLength, { ...options, each: true })],
  );

export const Host = (variable: string) =>
  setting(
    variable,
    'should be an address or host name to listen on, such as 127.0.0.1',
    keep,
    test((value) => isIP(String(value)) !== 0 || isHostName(String(value))),
  );

export const Url = (variable: string, protocols: readonly string[]) =>
  setting(
    variable,
    `should be a URL that starts with ${protocols[0]}//`,
    keep,
    test(
      (value) =>
        URL.canParse(String(value)) &&
        protocols.some((protocol) => String(value).startsWith(`${protocol}//`)),
    ),
  );

/** 32 bytes in canonical base64, not all zero. */
export const RootKeySetting = (variable: string) =>
  setting(
    variable,
    'should be 32 random bytes in base64 (openssl rand -base64 32)',
    (text) => {
      const key = Buffer.from(text, 'base64');
      return key.toString('base64') === text && key.some((byte) => byte !== 0) ? key : text;
    },
    test((value) => Buffer.isBuffer(value) && value.length === 32),
  );

export const Origins = (variable: string) =>
  setting(
    variable,
    'should be origins such as https://app.example.org, split by commas',
    split,
    test((value) => (value as readonly string[]).every(isOrigin)),
  );

/** One origin: https, or http of this machine. */
export const PublicOrigin = (variable: string) =>
  setting(
    variable,
    'should be an origin such as https://secrets.example.org, without a path; http only for localhost',
    (text) => text.replace(/\/$/, ''),
    test(
      (value) =>
        isOrigin(String(value)) && (/^https:/.test(String(value)) || isLoopback(String(value))),
    ),
  );

export const Addresses = (variable: string) =>
  setting(
    variable,
    'should be addresses or networks such as 10.0.0.0/8, split by commas',
    split,
    test((value) => (value as readonly string[]).every(isAddressOrNetwork)),
  );

/** Addresses of name servers, each with or without a port: an IPv6 address with one stands in brackets. */
export const NameServers = (variable: string) =>
  setting(
    variable,
    'should be addresses such as 10.0.0.53, 10.0.0.53:5353 or [fd00::53]:5353, split by commas',
    split,
    test((value) => (value as readonly string[]).every(isNameServer)),
  );

function isNameServer(text: string): boolean {
  const [, six, port] = /^\[(.*)\]:(\d{1,5})$/.exec(text) ?? [];
  if (six !== undefined) return isIP(six) === 6 && Number(port) < 65_536;
  const [, four, ownPort = ''] = /^([\d.]+):(\d{1,5})$/.exec(text) ?? [];
  return isIP(four ?? text) !== 0 && Number(ownPort) < 65_536;
}

/** Private networks; one of which nothing would ever be opened is a mistake. */
export const OpenableNetworks = (variable: string) =>
  setting(
    variable,
    'should be addresses or networks such as 10.0.0.0/8, split by commas; loopback, link-local and multicast ones are never opened',
    split,
    test((value) =>
      (value as readonly string[]).every(
        (each) => isAddressOrNetwork(each) && !isNeverOpened(each),
      ),
    ),
  );

/** Sets the properties of `target`, and of its groups, that a text is given for by the name of the variable. */
export function readSettings(target: object, texts: Readonly<Record<string, string>>): void {
  const values = target as Record<string, unknown>;
  const prototype = Object.getPrototypeOf(target) as object;
  for (const { property, variable, parse } of settings.get(prototype) ?? []) {
    const text = texts[variable];
    if (text !== undefined) values[property] = parse(text);
  }
  for (const group of groups.get(prototype) ?? []) readSettings(values[group] as object, texts);
}

/** The variables of a settings object and its groups. */
export function variablesOf(target: object): readonly string[] {
  const prototype = Object.getPrototypeOf(target) as object;
  const own = (settings.get(prototype) ?? []).map(({ variable }) => variable);
  const nested = (groups.get(prototype) ?? []).map(
    (group) => (target as Record<string, object>)[group]!,
  );
  return [...own, ...nested.flatMap(variablesOf)];
}

const isHostName = (text: string) =>
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text);

const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const isLoopback = (origin: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return /^\d+$/.test(prefix);
  } catch {
    return false;
  }
}
