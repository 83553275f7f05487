// node e2e/product/serve.ts <port> [<file>]: runs the product until stopped. Writes its details to the file when it is ready.
import { writeFile } from "node:fs/promises";
import { startProduct } from "./product.ts";

const [port = "4470", file] = process.argv.slice(2);
const { stop, ...product } = await startProduct(Number(port));
if (file) await writeFile(file, JSON.stringify(product), { mode: 0o600 });

const end = async () => {
	await stop();
	process.exit(0);
};
process.once("SIGTERM", end);
process.once("SIGINT", end);
