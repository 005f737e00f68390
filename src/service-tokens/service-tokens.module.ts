import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceToken } from '../database/entities/service-token.entity.js';
import { ServiceTokensController } from './service-tokens.controller.js';
import { ServiceTokensRepository } from './service-tokens.repository.js';
import { ServiceTokensService } from './service-tokens.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ServiceToken])],
  controllers: [ServiceTokensController],
  providers: [ServiceTokensService, ServiceTokensRepository],
})
export class ServiceTokensModule {}
