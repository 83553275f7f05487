import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentSecurityPolicy, inlineScriptHashes } from "./content-security.ts";

test("allows the inline scripts of a prerendered page by hash, and lists no files", () => {
	const html = `<head><script src="/theme.js"></script></head><script type="module" async="">import "/a.js"</script><script>window.x = 1;</script>`;
	const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
	expect(inlineScriptHashes(html)).toEqual([hash('import "/a.js"'), hash("window.x = 1;")]);
});

test("allows no inline script without a nonce or hash", () => {
	const scripts = contentSecurityPolicy()
		.split("; ")
		.find((directive) => directive.startsWith("script-src"));
	expect(scripts).toBe("script-src 'self'");
});
