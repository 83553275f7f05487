import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentSecurityPolicy, inlineScriptHashes } from "./content-security.ts";

test("inline scripts of a prerendered page are allowed by their hash, files are not listed", () => {
	const html = `<head><script src="/theme.js"></script></head><script type="module" async="">import "/a.js"</script><script>window.x = 1;</script>`;
	const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
	expect(inlineScriptHashes(html)).toEqual([hash('import "/a.js"'), hash("window.x = 1;")]);
});

test("without a nonce or hash no inline script may run", () => {
	const scripts = contentSecurityPolicy()
		.split("; ")
		.find((directive) => directive.startsWith("script-src"));
	expect(scripts).toBe("script-src 'self'");
});
