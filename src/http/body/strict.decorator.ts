import 'reflect-metadata';

const STRICT = Symbol('strict');

/** A body in which unknown properties are an error, not ignored: organization roles (specification). */
export const Strict = (): ClassDecorator => (target) =>
  Reflect.defineMetadata(STRICT, true, target);

export const isStrict = (target: object): boolean => Reflect.getMetadata(STRICT, target) === true;
