import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdditionalPrivilege } from '../database/entities/additional-privilege.entity.js';
import { PrivilegesModule } from '../privileges/privileges.module.js';
import { PrivilegesV1Controller } from './privileges-v1.controller.js';
import { PrivilegesV1Repository } from './privileges-v1.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([AdditionalPrivilege]), PrivilegesModule],
  controllers: [PrivilegesV1Controller],
  providers: [PrivilegesV1Repository],
})
export class PrivilegesV1Module {}
