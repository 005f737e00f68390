import { Module } from '@nestjs/common';
import { MissingNames } from './missing-names.service.js';
import { PresentNamesRepository } from './present-names.repository.js';

@Module({ providers: [MissingNames, PresentNamesRepository], exports: [MissingNames] })
export class MissingNamesModule {}
