import 'reflect-metadata';
import { Controller, Delete, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** A NestJS application with one route that does nothing: what the framework alone costs. Prints its address. */
@Controller('bare')
class BareController {
  @Delete(':id')
  remove() {
    return { Payload: { Id: '', Number: '', Mode: 'soft' }, Error: null, RequestId: '' };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
