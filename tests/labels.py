"""Labels that look like data of persons, by kind, and others that do not."""

LABELS = {
    "mail_address": ["ann.b@example.org", "A+b@mail.example.co.uk", " x_y@a-b.io "],
    "phone_number": ["+49 30 1234567", "(030) 123 4567", "0171-2345678", "(212) 555-0100", "+1-212-555-0100"],
    "name_with_title": ["Dr. Ann Bell", "mrs bell", "Frau Müller-Lüdenscheidt", "PROF  Ann"],
    "card_number": ["4111 1111 1111 1111", "5500-0000-0000-0004", "378282246310005"],
    "url_with_id": ["https://example.org/u?id=12345", "www.example.org/profile/99812", "HTTP://a.b/0001"],
}
OTHERS = [
    "milk", "2% milk", "a@b", "@home", "me at example.org", "10295", "4006381333931", "12345678", "00012345678905",
    "4111 1111 1111 1112", "dr", "drinks and more", "Mr. 7", "https://example.org/about", "www.example.org", "1.5 l",
    "2024-01-31", "0 10 20", "500-600 g", "555-0100", "missing", "+++", "7-up", "www 2024 12345",
]  # fmt: skip
