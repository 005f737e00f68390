/** Part of a JSON Schema: fields that have to be there together, and what they have to be. */
interface Form {
  required: string[];
  properties?: Record<string, Readonly<Record<string, unknown>>>;
}

const forms = new Map<string, (readonly Form[])[]>();

/**
 * Says in the document that a body has one of these forms at least, which its fields, each by itself, cannot say. Given
 * twice, one of each.
 */
export const HasForms =
  (...of: readonly Form[]): ClassDecorator =>
  (target) =>
    void forms.set(target.name, [of, ...(forms.get(target.name) ?? [])]);

/** Takes the name of the class, which is all that the document knows of it. Returns the choices that it has. */
export const formsOf = (name: string) =>
  (forms.get(name) ?? []).map((choice) =>
    choice.map((form) => ({ type: 'object', ...structuredClone(form) })),
  );
