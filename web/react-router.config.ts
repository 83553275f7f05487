import type { Config } from "@react-router/dev/config";
import { sitePaths } from "./app/features/marketing/model/site-paths.ts";

export default {
	ssr: true,
	// A route in one file: a loader in a file of its own costs a request on each first visit.
	splitRouteModules: false,
	buildDirectory: process.env.DEV_PAGES === "true" ? "dev-pages/build" : "build",
	prerender: { paths: [...sitePaths.map(({ path }) => path), "/blog/rss.xml"], concurrency: 2 },
} satisfies Config;
