import { Module } from '@nestjs/common';
import { PrivilegesModule } from '../privileges/privileges.module.js';
import { PrivilegesV2Controller } from './privileges-v2.controller.js';

@Module({ imports: [PrivilegesModule], controllers: [PrivilegesV2Controller] })
export class PrivilegesV2Module {}
