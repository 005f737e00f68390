import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/database/options.js';

/** For TypeORM's command line (`npm run migration:generate`), which wants a default export. */
export default new DataSource(
  dataSourceOptions(process.env['DATABASE_URL'] ?? 'postgres://localhost/strongroom'),
);
