import { Module } from '@nestjs/common';
import { AnswerSending } from './answer-sending.js';
import { CurrentStateRepository } from './current-state.repository.js';
import { UnchangedReads } from './unchanged-reads.js';

@Module({ providers: [AnswerSending, CurrentStateRepository, UnchangedReads] })
export class UnchangedReadsModule {}
