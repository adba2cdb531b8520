import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { Settings } from '../config/settings.js';
import { HttpModule } from '../http/http.module.js';
import { AccessGuard } from './access.guard.js';
import { JwtStrategy } from './jwt.strategy.js';
import { TokenSecret } from './token-secret.js';

@Module({
  imports: [PassportModule, HttpModule],
  providers: [
    {
      provide: TokenSecret,
      inject: [Settings],
      useFactory: (settings: Settings) => TokenSecret.load(settings),
    },
    JwtStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AuthModule {}
