// Endpoints of the public pages, which need no account.
import type { Case } from "./world.ts";

const sender = { name: "Ada", email: "ada@example.org", message: "A message that is long enough to be one." };
const form = (name: string, path: string, json: unknown, expected: Case["expected"]): Case => ({
	name: `form ${path}: ${name}`,
	request: { path: `/v1/forms/${path}`, json, anonymous: true },
	expected,
});
// Each form is limited to five messages an hour per visitor, so it has at most five cases.
const forms: Case[] = [
	form("a list", "contact-sales", [], 422),
	form(
		"a header in the name",
		"contact-sales",
		{ ...sender, token: "", company: "C", name: "A\r\nBcc: b@c.example" },
		422,
	),
	form(
		"NUL in the message",
		"contact-sales",
		{ ...sender, token: "a.b.c", company: "C", message: "\u0000".repeat(30) },
		422,
	),
	form("half a character", "contact-sales", { ...sender, token: "a.b.c", company: "C\ud800" }, 422),
	form("a forged token", "contact-sales", { ...sender, token: "a.b.c", company: "C" }, 400),
	form(
		"a javascript: URL",
		"contact-legal",
		{ ...sender, token: "", topic: "other", link: "javascript:alert(1)" },
		422,
	),
	form("a file: URL", "contact-legal", { ...sender, token: "", topic: "other", link: "file:///etc/passwd" }, 422),
	form("a topic from the prototype", "contact-legal", { ...sender, token: "", topic: "constructor" }, 422),
	form(
		"a token of 100,000 characters",
		"contact-legal",
		{ ...sender, token: "t".repeat(100_000), topic: "other" },
		422,
	),
	form(
		"a list of email addresses",
		"contact-legal",
		{ ...sender, token: "", topic: "other", email: ["a@b.example", "c@d.example"] },
		422,
	),
	form(
		"a number that is too large",
		"grants-application",
		{ ...sender, token: "", organisation: "O", characters_per_month: 1e300 },
		422,
	),
	form(
		"NaN as a number",
		"grants-application",
		{ ...sender, token: "", organisation: "O", characters_per_month: "NaN" },
		422,
	),
	form(
		"a message of a megabyte",
		"grants-application",
		{ ...sender, token: "", organisation: "O", message: "m".repeat(1_000_000) },
		422,
	),
	form(
		"unconfirmed rights",
		"voice-data-partnerships",
		{ ...sender, token: "", languages: "de", rights_confirmed: 1 },
		422,
	),
	form(
		"quotes in the email address",
		"affiliates",
		{ ...sender, token: "", website: "https://e.example", email: '"a b"@c.example' },
		422,
	),
	form(
		"two email addresses in one field",
		"affiliates",
		{ ...sender, token: "", website: "https://e.example", email: "a@b.example>,<c@d.example" },
		422,
	),
	form("a honeypot that is not a string", "careers", { ...sender, token: "", fax: { $ne: "" } }, 422),
	form("unknown form", "no-such-form", sender, 404),
	form("path traversal", "..%2f..%2fuser", sender, 404),
];

const plain = (
	name: string,
	body: string,
	expected: Case["expected"],
	type = "application/x-www-form-urlencoded",
): Case => ({
	name: `plain form: ${name}`,
	request: { method: "POST", path: "/forms/careers", headers: { "content-type": type }, body, anonymous: true },
	expected,
});
const plainForms: Case[] = [
	plain("empty", "", [303, 415]),
	plain("a prototype", "__proto__=x&constructor=y&name=A", 303),
	plain("half an escape", "name=%E0%A4&email=%zz&message=%", 303),
	plain("as JSON, a list", "[]", 303, "application/json"),
	plain("as JSON, a text", '"name"', 303, "application/json"),
	plain("ten thousand fields", Array.from({ length: 10_000 }, (_, at) => `f${at}=1`).join("&"), [303, 413]),
	plain("a megabyte", `message=${"m".repeat(1_000_000)}`, 413),
	plain("as text", "name=A", 415, "text/plain"),
];

const get = (path: string, expected: Case["expected"]): Case => ({
	name: `GET ${path.slice(0, 90)}`,
	request: { path, anonymous: true },
	expected,
});
const pages: Case[] = [
	...["%00", "..%2f..%2fx", "%ff", "embed", "'%20OR%201=1--", "x".repeat(64), "%F0%9F%98%80"].map((name) =>
		get(`/v1/profiles/${name}`, [400, 404, 422]),
	),
	get("/v1/try/library?search=%25%25%5C_", 200),
	get(`/v1/try/library?search=${"(a+)+$".repeat(10)}`, 200),
	get("/v1/try/library?page=1e9", 422),
	get("/v1/try/library?page=-1", 422),
	get("/v1/try/library?page_size=100000", 422),
	get("/v1/try/library?search=a&search=b", 422),
	get("/v1/try/library?tier=__proto__&gender=constructor", 200),
	get("/v1/try/library?search=%00", [200, 422]),
	get("/v1/try/voices?language=../../x", 422),
	get(`/v1/try/voices?language=${"a-".repeat(500)}`, 422),
	get("/v1/try/voices?language=en&language=de", 422),
	get("/v1/try/voices?voice_id=%00", 422),
	get("/v1/user/profile", 401),
];

const profile = (value: unknown): Case => ({
	name: `profile: handle = ${JSON.stringify(value).slice(0, 60)}`,
	request: { method: "PATCH", path: "/v1/user/profile", json: { handle: value } },
	expected: 422,
});

export const siteCases: Case[] = [
	...forms,
	...plainForms,
	...pages,
	...[7, null, "", "a\u0000b", "../../x", "embed", "<b>", "ａｄａ", "ada\u200b", "a".repeat(10_000)].map(profile),
];
