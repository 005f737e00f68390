/** The document without texts and examples, and of the answers those that are no refusal. */
export function shapeOf(document: object): object;
/** Says which document a file of types was made of. */
export function digestOf(shape: object): string;
