import { Module } from '@nestjs/common';
import { NotModifiedAnswers } from './not-modified.js';
import { NotModifiedRepository } from './not-modified.repository.js';

@Module({ providers: [NotModifiedAnswers, NotModifiedRepository] })
export class ConditionalGetModule {}
