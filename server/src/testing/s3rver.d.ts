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
		run(): Promise<{ port: number }>;
		close(): Promise<void>;
	}
}
