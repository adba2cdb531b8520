import { Controller, Get, Module, Post, type Type } from '@nestjs/common';
import { Operator, Public, RequireRight } from '../../src/auth/access.js';
import { Endpoint } from '../../src/http/endpoint.js';
import { FailureResult } from '../../src/http/envelope.js';

const endpoint = (operationId: string) =>
  Endpoint({ operationId, summary: 'A fixture', result: FailureResult as Type });

abstract class Inherited {
  @Get('inherited')
  @endpoint('inherited')
  inherited() {}
}

@Controller('fixture')
class FixtureController extends Inherited {
  @Get('silent')
  @endpoint('silent')
  silent() {}

  @Post(['bare', 'bare-too'])
  bare() {}

  @Get('undescribed')
  @Operator()
  undescribed() {}

  @Get('probe')
  @Public()
  probe() {}

  @Get('open')
  @Public()
  @endpoint('open')
  open() {}

  @Get('operator')
  @Operator()
  @endpoint('operator')
  operator() {}

  @Get('right')
  @RequireRight('DeleteFormCommand')
  @endpoint('right')
  right() {}
}

/** Routes that say too little, beside some that do not. */
@Module({ controllers: [FixtureController] })
export class FixtureModule {}
