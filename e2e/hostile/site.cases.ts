// What the public pages ask of the server, which anybody can ask without an account.
import type { Case } from "./world.ts";

const sender = { name: "Ada", email: "ada@example.org", message: "A message that is long enough to be one." };
const form = (name: string, path: string, json: unknown, want: Case["want"]): Case => ({
	name: `form ${path}: ${name}`,
	ask: { path: `/v1/forms/${path}`, json, anonymous: true },
	want,
});
// A visitor may send each form five times an hour, so no form has more cases than that.
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
	form("a token of somebody else's making", "contact-sales", { ...sender, token: "a.b.c", company: "C" }, 400),
	form(
		"an address with a script",
		"contact-legal",
		{ ...sender, token: "", topic: "other", link: "javascript:alert(1)" },
		422,
	),
	form(
		"an address of a file",
		"contact-legal",
		{ ...sender, token: "", topic: "other", link: "file:///etc/passwd" },
		422,
	),
	form("a topic from the prototype", "contact-legal", { ...sender, token: "", topic: "constructor" }, 422),
	form(
		"a token of 100,000 characters",
		"contact-legal",
		{ ...sender, token: "t".repeat(100_000), topic: "other" },
		422,
	),
	form(
		"addresses in a list",
		"contact-legal",
		{ ...sender, token: "", topic: "other", email: ["a@b.example", "c@d.example"] },
		422,
	),
	form(
		"a number beyond all",
		"grants-application",
		{ ...sender, token: "", organisation: "O", characters_per_month: 1e300 },
		422,
	),
	form(
		"a number that is none",
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
		"rights that are not said",
		"voice-data-partnerships",
		{ ...sender, token: "", languages: "de", rights_confirmed: 1 },
		422,
	),
	form(
		"quotes in the address",
		"affiliates",
		{ ...sender, token: "", website: "https://e.example", email: '"a b"@c.example' },
		422,
	),
	form(
		"an address that goes on",
		"affiliates",
		{ ...sender, token: "", website: "https://e.example", email: "a@b.example>,<c@d.example" },
		422,
	),
	form("a trap that is no text", "careers", { ...sender, token: "", fax: { $ne: "" } }, 422),
	form("nobody's", "no-such-form", sender, 404),
	form("up the tree", "..%2f..%2fuser", sender, 404),
];

const plain = (name: string, body: string, want: Case["want"], type = "application/x-www-form-urlencoded"): Case => ({
	name: `plain form: ${name}`,
	ask: { method: "POST", path: "/forms/careers", headers: { "content-type": type }, body, anonymous: true },
	want,
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

const get = (path: string, want: Case["want"]): Case => ({
	name: `GET ${path.slice(0, 90)}`,
	ask: { path, anonymous: true },
	want,
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
	ask: { method: "PATCH", path: "/v1/user/profile", json: { handle: value } },
	want: 422,
});

export const siteCases: Case[] = [
	...forms,
	...plainForms,
	...pages,
	...[7, null, "", "a\u0000b", "../../x", "embed", "<b>", "ａｄａ", "ada\u200b", "a".repeat(10_000)].map(profile),
];
