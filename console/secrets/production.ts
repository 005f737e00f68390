/** Names of these environments stand apart: a mistake costs most there. */
export const isProduction = (slug: string): boolean => slug === 'prod' || slug === 'production';
