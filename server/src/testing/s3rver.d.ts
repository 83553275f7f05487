declare module "s3rver" {
	// biome-ignore lint/style/noDefaultExport: the shape of the library
	export default class S3rver {
		constructor(options: {
			port: number;
			address: string;
			silent: boolean;
			directory: string;
			configureBuckets: { name: string; configs: unknown[] }[];
		});
		/** Koa's list of middleware; what is put first sees a request first. */
		middleware: ((
			context: { method: string; query: Record<string, string>; status: number; body: unknown },
			next: () => Promise<void>,
		) => Promise<void>)[];
		run(): Promise<{ port: number }>;
		close(): Promise<void>;
	}
}
