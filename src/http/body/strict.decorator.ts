import 'reflect-metadata';

const STRICT = Symbol('strict');
const names = new Set<string>();

/** A body in which unknown properties are an error, not ignored: organization roles (specification). */
export const Strict = (): ClassDecorator => (target) => {
  names.add(target.name);
  Reflect.defineMetadata(STRICT, true, target);
};

export const isStrict = (target: object): boolean => Reflect.getMetadata(STRICT, target) === true;

/** Takes the name of the class, which is all that the document knows of it. */
export const isStrictName = (name: string): boolean => names.has(name);
