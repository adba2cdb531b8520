import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from './data-source.js';
import { DatabaseUrl } from './database-url.js';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [DatabaseUrl],
      useFactory: (url: DatabaseUrl) => ({ ...dataSourceOptions(url.value), retryAttempts: 0 }),
    }),
  ],
})
export class DatabaseModule {}
