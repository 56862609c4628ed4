// These packages, which `npm test` does not install, have no types there. The project in this folder checks them.
declare module "@electric-sql/pglite";
declare module "ioredis-5";
declare module "iovalkey";
declare module "redis-5";
