import { Module } from '@nestjs/common';
import { PrivilegesModule } from '../privileges/privileges.module.js';
import { PrivilegesV1Controller } from './privileges-v1.controller.js';

@Module({ imports: [PrivilegesModule], controllers: [PrivilegesV1Controller] })
export class PrivilegesV1Module {}
