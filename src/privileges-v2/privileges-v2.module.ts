import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdditionalPrivilege } from '../database/entities/additional-privilege.entity.js';
import { PrivilegesModule } from '../privileges/privileges.module.js';
import { PrivilegesV2Controller } from './privileges-v2.controller.js';
import { PrivilegesV2Repository } from './privileges-v2.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([AdditionalPrivilege]), PrivilegesModule],
  controllers: [PrivilegesV2Controller],
  providers: [PrivilegesV2Repository],
})
export class PrivilegesV2Module {}
