import type { Config } from "@react-router/dev/config";
import { sitePaths } from "./app/features/marketing/model/site-paths.ts";

export default {
	ssr: true,
	prerender: { paths: [...sitePaths.map(({ path }) => path), "/blog/rss.xml"], concurrency: 2 },
} satisfies Config;
