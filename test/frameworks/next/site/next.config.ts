import type { NextConfig } from "next";

// Otherwise Next.js takes the folder of the next lockfile above for its root.
const config: NextConfig = { turbopack: { root: import.meta.dirname } };

export default config;
