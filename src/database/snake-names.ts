import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** `createdAt` in a class is `created_at` in the database. Tables and constraints name themselves. */
export class SnakeNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
