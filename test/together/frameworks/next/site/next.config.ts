import type { NextConfig } from "next";

// Otherwise Next.js takes the parent folder with the next lockfile as its root.
const config: NextConfig = { turbopack: { root: import.meta.dirname } };

export default config;
